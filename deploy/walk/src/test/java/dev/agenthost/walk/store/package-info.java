/** context-store alone, killed again and again under load, and what it stored held against what it was told. */
@NullMarked
package dev.agenthost.walk.store;

import org.jspecify.annotations.NullMarked;
