package dev.agenthost.testkit.dingtalk;

/** A fault of the next call of DingTalk, apart from those for tokens. */
public sealed interface DingTalkFault {

    /** 403 with the code of too many calls of a method (https://open.dingtalk.com/document/development/how-to-process-api-throttling-on-the-dingtalk-server). */
    record TooManyCalls() implements DingTalkFault {}

    /** 400 with this code and these words, without effect; the status may be another one. */
    record Refusal(int status, String code, String words) implements DingTalkFault {
        public Refusal(String code, String words) {
            this(400, code, words);
        }
    }

    /** A page that bars the address for five minutes, without effect (the page above: no code). */
    record Barred() implements DingTalkFault {}

    /** 500 with {@code system.error}, without effect. */
    record ServerError() implements DingTalkFault {}

    /** The call has its effect and the connection is closed without an answer. */
    record LostAnswer() implements DingTalkFault {}

    /** The connection is closed without effect. */
    record LostCall() implements DingTalkFault {}

    /** No fault: the call before the next fault. */
    record Pass() implements DingTalkFault {}
}
