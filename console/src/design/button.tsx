import type { ButtonHTMLAttributes } from "react";
import { Icon, type IconName } from "./icon.tsx";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  kind?: "primary" | "danger" | "plain";
  icon?: IconName;
  small?: boolean;
};

export function Button({ kind, icon, small = false, className = "", children, type = "button", ...rest }: Props) {
  const classes = ["button", kind, small ? "small" : "", children === undefined ? "icon" : "", className];
  return (
    // oxlint-disable-next-line react/button-has-type -- it is given, a button by default
    <button type={type} className={classes.filter(Boolean).join(" ")} {...rest}>
      {icon !== undefined && <Icon name={icon} size={small ? 15 : 17} />}
      {children}
    </button>
  );
}
