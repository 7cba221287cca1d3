@NullMarked
package dev.agenthost.bench.measure;

import org.jspecify.annotations.NullMarked;
