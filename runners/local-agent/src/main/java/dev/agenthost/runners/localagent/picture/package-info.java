/** What comes with a message beside its words, and what of it a model is shown. */
@NullMarked
package dev.agenthost.runners.localagent.picture;

import org.jspecify.annotations.NullMarked;
