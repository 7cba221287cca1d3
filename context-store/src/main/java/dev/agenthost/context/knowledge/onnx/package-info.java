/** Vectors of texts, made in this process. */
@NullMarked
package dev.agenthost.context.knowledge.onnx;

import org.jspecify.annotations.NullMarked;
