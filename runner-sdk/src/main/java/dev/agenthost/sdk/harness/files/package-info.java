/** Working directories of harnesses, on disk. */
@NullMarked
package dev.agenthost.sdk.harness.files;

import org.jspecify.annotations.NullMarked;
