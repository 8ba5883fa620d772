/** The secret and the data key of every server and database of the tests. */
export const testSecret = Buffer.alloc(32, 7)
