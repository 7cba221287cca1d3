package dev.agenthost.testkit.lark;

/** A fault of the next call of the Open Platform, apart from those for tokens. */
public sealed interface LarkFault {

    /** 429 with 99991400 and the seconds to wait (https://open.larkoffice.com/document/ukTMukTMukTM/uUzN04SN3QjL1cDN.md). */
    record TooManyRequests(long seconds) implements LarkFault {}

    /** 400 with this code and these words, without effect. */
    record Refusal(int code, String words) implements LarkFault {}

    /** 500 with a body that is no JSON, without effect. */
    record ServerError() implements LarkFault {}

    /** The call has its effect and the connection is closed without an answer. */
    record LostAnswer() implements LarkFault {}

    /** The connection is closed without effect. */
    record LostCall() implements LarkFault {}

    /** No fault: the call before the next fault. */
    record Pass() implements LarkFault {}
}
