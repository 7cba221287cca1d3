/** JSON-RPC, one message a line. */
@NullMarked
package dev.agenthost.runners.acpagent.rpc;

import org.jspecify.annotations.NullMarked;
