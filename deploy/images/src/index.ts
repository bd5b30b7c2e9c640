export { baseImage, buildImage, IMAGES, isImageName, productVersion, tagOf } from './images.ts'
export type { BuildOptions, ImageName } from './images.ts'
