/**
 * Support for runners that delegate their runs to a harness: facts as files, keys of sessions, turns in order (spec 003 §4.5, §6).
 */
@NullMarked
package dev.agenthost.sdk.harness;

import org.jspecify.annotations.NullMarked;
