package dev.agenthost.im.wecom.calls;

import java.util.Set;

/** The meaning of an {@code errcode} (https://developer.work.weixin.qq.com/document/path/90455). */
public enum WeComErrorCode {
    /** The call had its effect. */
    OK,
    /** The access token is not accepted, or no token is given for the CorpID and the Secret. */
    UNAUTHORIZED,
    /** The application may not send to the person, or has no right to; or the person is not there. */
    FORBIDDEN,
    /** Too many calls in a minute, or more: WeCom accepts none for as long. */
    TOO_MANY,
    /** Too many calls at once. */
    CONCURRENT,
    /** The server is busy: the call had no effect (assumed) and may be made again. */
    BUSY,
    /** The content is too long. */
    TOO_LONG,
    /** The kind of message, or a parameter of it, is not accepted. */
    UNSUITABLE,
    /** The task id of a card was used before. */
    TASK_EXISTS,
    /** Any other refusal. */
    REFUSED;

    private static final Set<Integer> TOKENS = Set.of(40001, 40013, 40014, 41001, 41002, 41004, 42001);
    private static final Set<Integer> NO_RIGHT =
            Set.of(40003, 40031, 40056, 46004, 48002, 48004, 50002, 50003, 60011, 60020, 60111, 81013, 301002);
    private static final Set<Integer> NOT_SUITABLE = Set.of(40008, 40033, 40035, 40058, 44004);

    /** Returns the meaning of a code. */
    public static WeComErrorCode of(int errcode) {
        return switch (errcode) {
            case 0 -> OK;
            case -1, 6000 -> BUSY;
            case 45009 -> TOO_MANY;
            case 45033 -> CONCURRENT;
            case 45002 -> TOO_LONG;
            case 42014 -> TASK_EXISTS;
            default ->
                TOKENS.contains(errcode)
                        ? UNAUTHORIZED
                        : NO_RIGHT.contains(errcode)
                                ? FORBIDDEN
                                : NOT_SUITABLE.contains(errcode) ? UNSUITABLE : REFUSED;
        };
    }
}
