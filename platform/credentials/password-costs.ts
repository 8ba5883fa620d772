/** argon2id (the library's default), at OWASP's first setting; officers and the super admin at a costlier one. */
export const passwordCosts = {
  member: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  officer: { memoryCost: 65_536, timeCost: 3, parallelism: 1 },
}
