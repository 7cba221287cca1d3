/** Whether the database is there, and whether it is as this build knows it. */
@NullMarked
package dev.agenthost.watch.schema;

import org.jspecify.annotations.NullMarked;
