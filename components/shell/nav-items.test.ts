import { expect, test } from "vitest";
import { can, firstPageOf, roles } from "@/lib/access/principals/roles";
import { holders, routes } from "@/testing/corpora/access-table";
import { itemsFor } from "./nav-items";

/** The page of a business at a path such as `/keys`, as the build names it. */
const accessTo = (path: string) => routes[`/console/[business]${path}/page`];

test.each(roles)("the menu of the role %s has the pages that it may open, and no others", (role) => {
  const paths = itemsFor(role).map(({ path }) => path && `/${path}`);
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths) {
    const access = accessTo(path);
    expect(access && access in holders ? holders[access as keyof typeof holders] : access, path).toContain(role);
  }
});

test("a new member lands on a page where their role can act, or on the overview", () => {
  const landed = roles.map((role) => [role, firstPageOf(role)] as const);
  expect(Object.fromEntries(landed)).toEqual({
    ...{ owner: "/playground", admin: "/playground", developer: "/playground" },
    ...{ billing: "/billing", viewer: "" },
  });
  for (const [role, path] of landed) expect(can(role, accessTo(path) as Parameters<typeof can>[1])).toBe(true);
});
