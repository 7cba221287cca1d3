@NullMarked
package dev.agenthost.local.training;

import org.jspecify.annotations.NullMarked;
