/** LangBot's plugin wire as frames: text in, text out, no meaning. */
@NullMarked
package dev.agenthost.orchestrator.wire;

import org.jspecify.annotations.NullMarked;
