/** Makes one envelope of whatever was said, or says which field is wrong. */
@NullMarked
package dev.agenthost.gateway.normal;

import org.jspecify.annotations.NullMarked;
