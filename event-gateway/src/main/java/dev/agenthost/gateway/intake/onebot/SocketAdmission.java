package dev.agenthost.gateway.intake.onebot;

import dev.agenthost.platform.rest.Problem;
import dev.agenthost.protocol.bot.BotRegistration;

/** The decision about a connection of an implementation. */
sealed interface SocketAdmission {

    /** The connection may be opened, or stay open. */
    record Admitted(BotRegistration bot) implements SocketAdmission {}

    /** The access token is missing or wrong, or of a secret that the bot's workspace may not use: recorded in the audit. */
    record WrongToken(Problem problem) implements SocketAdmission {}

    /** @param isTemporary true if the same connection may be admitted a moment later */
    record Refused(Problem problem, boolean isTemporary) implements SocketAdmission {}
}
