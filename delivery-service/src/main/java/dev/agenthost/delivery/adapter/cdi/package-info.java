/** The settings of adapters, handed inward. */
@NullMarked
package dev.agenthost.delivery.adapter.cdi;

import org.jspecify.annotations.NullMarked;
