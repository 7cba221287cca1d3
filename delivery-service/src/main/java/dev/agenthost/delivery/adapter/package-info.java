/** IM adapters that take answers as records: which answers are theirs, and what stands in a record. */
@NullMarked
package dev.agenthost.delivery.adapter;

import org.jspecify.annotations.NullMarked;
