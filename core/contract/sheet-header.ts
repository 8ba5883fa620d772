/** The header that names the sheet of an uploaded workbook that is meant, percent-encoded; file_has_sheets asks for it. */
export const sheetHeader = 'Sheet-Name'
