package dev.agenthost.delivery.bot;

import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.protocol.json.WireName;

/**
 * A reason for which a bot may receive or send nothing.
 *
 * @param detail the words of the platform, or of the host, of at most 500 characters; without secrets in an answer
 */
public record BotProblem(Code code, String detail) {
    private static final int LONGEST_DETAIL = 500;

    /** The kinds of problems. */
    public enum Code implements WireName {
        /** No token of the bot is a secret of its workspace in this service. */
        TOKEN_MISSING(BotStatus.UNKNOWN),
        /** The rules of the host forbid the address. */
        ADDRESS_FORBIDDEN(BotStatus.UNKNOWN),
        /** No answer came in time, or none that can be read. */
        NO_ANSWER(BotStatus.UNREACHABLE),
        /** The platform refuses the call. */
        REFUSED(BotStatus.REFUSED),
        /** The platform cannot answer now: a fault of its own, or too many calls. */
        FAILED(BotStatus.DEGRADED),
        /** The token belongs to another account than the options of the bot state. */
        OTHER_ACCOUNT(BotStatus.DEGRADED),
        /** The application lacks a privileged intent that the host asks for: the platform refuses its connection, or sends no texts. */
        INTENT_MISSING(BotStatus.DEGRADED),
        /** No webhook is set, and the bot is not polled: no event arrives. */
        WEBHOOK_MISSING(BotStatus.DEGRADED),
        /** A webhook is set, so the platform refuses polling. */
        WEBHOOK_SET(BotStatus.DEGRADED),
        /** The last delivery to the webhook failed, and updates wait. */
        WEBHOOK_FAILING(BotStatus.DEGRADED),
        /** The platform sends its events over a connection, and the host has none. */
        NOT_CONNECTED(BotStatus.DEGRADED),
        /** The account is not logged in, or the app is not active. */
        OFFLINE(BotStatus.DEGRADED),
        /** The implementation reports that it does not work as it should. */
        NOT_GOOD(BotStatus.DEGRADED);

        private final BotStatus status;

        Code(BotStatus status) {
            this.status = status;
        }

        BotStatus status() {
            return status;
        }
    }

    public BotProblem {
        detail = cut(detail);
    }

    /** Returns the problem of a bot that this service has no token of. */
    public static BotProblem tokenMissing() {
        return new BotProblem(
                Code.TOKEN_MISSING, "No name in secrets.token is a secret of the workspace in delivery-service.");
    }

    /** Returns the problem of a call that has no result. */
    static BotProblem of(QueryOutcome.Unsuccessful outcome) {
        return switch (outcome) {
            case QueryOutcome.Refused(int code, String description) ->
                new BotProblem(Code.REFUSED, code + " " + description);
            case QueryOutcome.Failed(int code, String description) ->
                new BotProblem(Code.FAILED, code + " " + description);
            case QueryOutcome.NoAnswer(String why) -> new BotProblem(Code.NO_ANSWER, why);
            case QueryOutcome.Forbidden(String why) -> new BotProblem(Code.ADDRESS_FORBIDDEN, why);
        };
    }

    /** Returns the beginning of a text of the platform. */
    static String cut(String words) {
        return words.length() <= LONGEST_DETAIL ? words : words.substring(0, LONGEST_DETAIL - 1) + "…";
    }
}
