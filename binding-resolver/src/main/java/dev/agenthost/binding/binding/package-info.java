/** What a binding is, which events it covers, and when two of them clash. */
@NullMarked
package dev.agenthost.binding.binding;

import org.jspecify.annotations.NullMarked;
