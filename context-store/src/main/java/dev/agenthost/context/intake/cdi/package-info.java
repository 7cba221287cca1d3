/** Whether the intake goes on. */
@NullMarked
package dev.agenthost.context.intake.cdi;

import org.jspecify.annotations.NullMarked;
