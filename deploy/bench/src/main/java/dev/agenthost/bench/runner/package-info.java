@NullMarked
package dev.agenthost.bench.runner;

import org.jspecify.annotations.NullMarked;
