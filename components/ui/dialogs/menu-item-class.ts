/** An item of a menu, for links and buttons. */
export const menuItemClass =
  "flex min-h-9 w-full items-center gap-2.5 rounded-control px-2.5 py-1.5 text-left transition-colors " +
  "hover:bg-hover aria-[current]:bg-hover aria-[current]:font-medium pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0";
