@NullMarked
package dev.agenthost.bench.figure;

import org.jspecify.annotations.NullMarked;
