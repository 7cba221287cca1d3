@NullMarked
package dev.agenthost.bench.cli;

import org.jspecify.annotations.NullMarked;
