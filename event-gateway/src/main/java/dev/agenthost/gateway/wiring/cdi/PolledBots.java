package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.protocol.bot.BotRegistration;
import java.util.List;
import java.util.function.Supplier;

/** The bots that this replica can poll, as they are now. */
interface PolledBots extends Supplier<List<BotRegistration>> {}
