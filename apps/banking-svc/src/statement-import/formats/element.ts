/** A tree of XML or SGML elements. Pure. */
export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The element at a path, each step the first of its name. */
export const elementAt = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => at?.children.find((child) => child.name === name), element)

/** Its text, undefined where there is none. */
export const textAt = (element: Element | undefined, ...path: string[]): string | undefined => {
  const text = elementAt(element, ...path)?.text.trim()
  return text === '' ? undefined : text
}

/** All elements of the names at any depth, in the order of the file; not those nested in one another. */
export function elementsNamed(root: Element, names: ReadonlySet<string>): Element[] {
  const found: Element[] = []
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (names.has(child.name)) found.push(child)
      else visit(child)
    }
  }
  visit(root)
  return found
}
