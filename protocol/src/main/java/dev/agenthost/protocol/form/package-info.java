/** The form of a runner's configuration, as its manifest declares it, and what fits it. */
@NullMarked
package dev.agenthost.protocol.form;

import org.jspecify.annotations.NullMarked;
