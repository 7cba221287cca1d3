/** The probe of the database. */
@NullMarked
package dev.agenthost.watch.schema.health;

import org.jspecify.annotations.NullMarked;
