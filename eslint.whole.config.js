import config from './eslint.config.js'

/**
 * The same for the whole repository at once: all projects have the same compiler options, so one program with the files
 * of all of them says what their own programs say, and reads what they share once.
 */
const ofAllProjects = { project: './tsconfig.all.json', tsconfigRootDir: import.meta.dirname }

export default config.map((part) =>
  part.languageOptions?.parserOptions?.projectService
    ? { ...part, languageOptions: { ...part.languageOptions, parserOptions: ofAllProjects } }
    : part,
)
