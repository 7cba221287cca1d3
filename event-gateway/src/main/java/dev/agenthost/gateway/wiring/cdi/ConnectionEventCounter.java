package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.intake.connection.FrameOutcome;
import dev.agenthost.protocol.bot.BotPlatform;
import java.util.function.BiConsumer;

/** Counts the events of connections of bots by platform and outcome. */
interface ConnectionEventCounter extends BiConsumer<BotPlatform, FrameOutcome> {}
