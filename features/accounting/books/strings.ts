export const useCsvXlsxOrPdf = 'Use csv, xlsx or pdf'
export const useJsonCsvXlsxOr = 'Use json, csv, xlsx or pdf'
