/** Papers that one member's page holds at once. */
export const memberDocumentsMax = 20
