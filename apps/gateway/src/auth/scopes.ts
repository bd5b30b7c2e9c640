/** What a token may do. Pure. */
export const SCOPES = ['books:read', 'books:write', 'configure:read', 'configure:write'] as const
export type Scope = (typeof SCOPES)[number]

/** A token in a browser reaches books, never the settings of the platform. */
export const BUSINESS_SCOPES: readonly Scope[] = ['books:read', 'books:write']

export const isScope = (name: string): name is Scope => (SCOPES as readonly string[]).includes(name)

/** The scopes in a space-separated list; unknown names are ignored. */
export const readScopes = (list: string): Scope[] => [...new Set(list.split(' '))].filter(isScope)
