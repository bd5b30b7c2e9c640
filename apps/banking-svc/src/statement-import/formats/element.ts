/** A tree of elements, as XML and SGML make it. Pure. */
export type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string }

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The element at the end of a path, each step the first of its name. */
export const elementAt = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => at?.children.find((child) => child.name === name), element)

/** Its text, undefined where there is none. */
export const textAt = (element: Element | undefined, ...path: string[]): string | undefined => {
  const text = elementAt(element, ...path)?.text.trim()
  return text === '' ? undefined : text
}

/** All elements of the names, wherever they are, in the order of the file; not those within one another. */
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
