export { compile, generate, GENERATOR_NAMES, layOut, post, type Inputs } from './generators.ts'
