package dev.agenthost.testkit.wecom;

/** A fault of the next call of WeCom, apart from those for tokens. */
public sealed interface WeComFault {

    /** 200 with this code and these words, without effect (https://developer.work.weixin.qq.com/document/path/90455). */
    record Refusal(int code, String words) implements WeComFault {}

    /** 200 with another member of the answer of a message, without effect: for instance {@code invaliduser}. */
    record Unreceived(String list, String userId) implements WeComFault {}

    /** A page of a server in between with this status, without effect. */
    record Page(int status) implements WeComFault {}

    /** The call has its effect and the connection is closed without an answer. */
    record LostAnswer() implements WeComFault {}

    /** The connection is closed without effect. */
    record LostCall() implements WeComFault {}

    /** No fault: the call before the next fault. */
    record Pass() implements WeComFault {}
}
