/** The nearest vectors by an index that may miss some, where the database has one. */
@NullMarked
package dev.agenthost.context.knowledge.retrieve.near;

import org.jspecify.annotations.NullMarked;
