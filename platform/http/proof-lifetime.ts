/** How long a login, a password or a code that was given counts for what asks for one (`stepUp` of an endpoint), in milliseconds. */
export const proofLifetime = 5 * 60_000
