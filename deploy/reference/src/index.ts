export { compile, generate, GENERATOR_NAMES, layOut, post, type Given } from './generators.ts'
