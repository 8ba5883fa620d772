/** The tables of the workbook with which old books come. */
export const sheets = ['members', 'ledger', 'loans', 'deposits', 'assets', 'held'] as const
export type Sheet = (typeof sheets)[number]
