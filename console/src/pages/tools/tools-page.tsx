import type { PageProps } from "../../app/page-props.ts";
export default function Page(_: PageProps) {
  return <p>tools</p>;
}
