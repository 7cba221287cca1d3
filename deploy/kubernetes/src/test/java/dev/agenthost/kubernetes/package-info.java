/** The chart as Helm renders it, held against the schemas of Kubernetes, Strimzi and KEDA, and against the code it deploys. */
@NullMarked
package dev.agenthost.kubernetes;

import org.jspecify.annotations.NullMarked;
