package dev.agenthost.gateway.intake.onebot;

import dev.agenthost.gateway.bot.WebhookSecrets;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.rest.Problem;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.error.FailureCode;
import org.jspecify.annotations.Nullable;

/**
 * The headers with which an implementation opens a connection
 * (https://github.com/botuniverse/onebot-11/blob/master/communication/ws-reverse.md,
 * https://github.com/botuniverse/onebot-11/blob/master/communication/authorization.md).
 *
 * @param token null without a bearer token; never printed
 * @param selfId {@code X-Self-ID}; null for none
 * @param role {@code X-Client-Role}; null for none
 */
record SocketHandshake(
        String botId,
        @Nullable String token,
        @Nullable String selfId,
        @Nullable String role) {
    private static final String TOKEN = "token";
    private static final String SCHEME = "bearer ";

    /** @param authorization the header; null for none */
    static SocketHandshake of(
            String botId, @Nullable String authorization, @Nullable String selfId, @Nullable String role) {
        return new SocketHandshake(botId, bearer(authorization), selfId, role);
    }

    private static @Nullable String bearer(@Nullable String authorization) {
        return authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? authorization.substring(SCHEME.length()).strip()
                : null;
    }

    /** Checks the connection against the bots and secrets as they are now: before it is opened, and again while it is open. */
    SocketAdmission check(BotRegistry bots, Secrets secrets) {
        BotRegistration bot = bots.of(BotPlatform.ONEBOT, botId).orElse(null);
        if (bot == null) {
            return bots.isComplete()
                    ? refused(FailureCode.NOT_FOUND, "There is no such bot.", null)
                    : new SocketAdmission.Refused(
                            Problem.withStatus(503, FailureCode.RUNTIME_ERROR, "The bots are not read yet.", null),
                            true);
        }
        if (!WebhookSecrets.match(token, secrets.live(bot.secretsFor(TOKEN), bot.workspaceId()))) {
            return new SocketAdmission.WrongToken(
                    Problem.of(FailureCode.UNAUTHORIZED, "The access token is missing or wrong."));
        }
        if (selfId == null || !OneBotAccount.isNumber(selfId)) {
            return refused(
                    FailureCode.INVALID_ARGUMENT, "X-Self-ID must be the number of an account.", OneBotAccount.HEADER);
        }
        if (!OneBotAccount.isOf(bot, selfId)) {
            return refused(FailureCode.NOT_FOUND, "There is no such bot.", null);
        }
        if (SocketRole.of(role).isEmpty()) {
            return refused(
                    FailureCode.INVALID_ARGUMENT, "X-Client-Role must be API, Event or Universal.", "X-Client-Role");
        }
        return bot.enabled()
                ? new SocketAdmission.Admitted(bot)
                : refused(FailureCode.FORBIDDEN, "The bot is disabled.", null);
    }

    private static SocketAdmission refused(FailureCode code, String detail, @Nullable String field) {
        return new SocketAdmission.Refused(Problem.of(code, detail, field), false);
    }

    @Override
    public String toString() {
        return "SocketHandshake[" + botId + " " + selfId + " " + role + "]";
    }
}
