/** What an API key can be made for. An endpoint names the scope that lets a key call it, and most name none. */
export const keyScopes = ['members.read', 'savings.read', 'loans.read', 'books.read', 'contributions.record'] as const
export type KeyScope = (typeof keyScopes)[number]
