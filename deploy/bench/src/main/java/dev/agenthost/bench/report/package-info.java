@NullMarked
package dev.agenthost.bench.report;

import org.jspecify.annotations.NullMarked;
