/** The running box: started, watched, told about, ended. */
@NullMarked
package dev.agenthost.local.box;

import org.jspecify.annotations.NullMarked;
