package dev.agenthost.im.dingtalk.calls;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.dingtalk.calls.DingTalkCall.Kind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DingTalkAnswerTest {

    /** The codes are those of the pages that {@link DingTalkAnswer} names. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    GROUP_MESSAGE   | 200 | {'processQueryKey':'k1'}                                  | Accepted[messageId=k1]
                    GROUP_MESSAGE   | 200 | {}                                                        | Unclear
                    GROUP_MESSAGE   | 302 | {'processQueryKey':'k1'}                                  | Unclear
                    GROUP_MESSAGE   | 200 | {'errcode':310000,'errmsg':'x'}                           | Refused[code=400, description=310000 x
                    GROUP_MESSAGE   | 200 | {'errcode':40014,'errmsg':'x'}                            | Refused[code=401
                    GROUP_MESSAGE   | 200 | {'errcode':90018,'errmsg':'x'}                            | RetryAfter[delay=PT1S]
                    GROUP_MESSAGE   | 200 | {'errcode':0,'processQueryKey':'k1'}                      | Accepted[messageId=k1]
                    GROUP_MESSAGE   | 200 | <html>                                                    | Unclear
                    GROUP_MESSAGE   | 500 | {'code':'system.error','message':'x'}                     | Unclear
                    GROUP_MESSAGE   | 502 | <html>                                                    | Unclear
                    GROUP_MESSAGE   | 400 | {'code':'unknown.send.result','message':'x'}              | Unclear
                    GROUP_MESSAGE   | 400 | {'code':'send.too.fast','message':'x'}                    | RetryAfter[delay=PT1S]
                    GROUP_MESSAGE   | 429 | <html>                                                    | RetryAfter[delay=PT1S]
                    GROUP_MESSAGE   | 403 | {'code':'Forbidden.AccessDenied.QpsLimitForAppkeyAndApi'} | RetryAfter[delay=PT1S]
                    GROUP_MESSAGE   | 403 | {'code':'Forbidden.AccessDenied.QpsLimitForApi'}          | RetryAfter[delay=PT1S]
                    GROUP_MESSAGE   | 200 | {'status':1111,'wait':5,'punish':'deny'}                  | RetryAfter[delay=PT5M]
                    GROUP_MESSAGE   | 403 | {'code':'Forbidden.AccessDenied.ApiCountLimitForOrg'}     | Refused[code=400
                    GROUP_MESSAGE   | 403 | {'code':'Forbidden.AccessDenied.IpNotInWhiteList'}        | Refused[code=403
                    GROUP_MESSAGE   | 401 | {'code':'InvalidAuthentication','message':'x'}            | Refused[code=401
                    GROUP_MESSAGE   | 400 | {'code':'InvalidAuthentication','message':'x'}            | Refused[code=401
                    GROUP_MESSAGE   | 400 | {'code':'invalidParameter.msgParam.tooLong'}              | Refused[code=413
                    GROUP_MESSAGE   | 400 | {'code':'invalidParameter.msg.unsupport'}                 | Refused[code=415
                    GROUP_MESSAGE   | 400 | {'code':'group.disbanded'}                                | Refused[code=403
                    GROUP_MESSAGE   | 400 | {'code':'param.cardAlreadyExist'}                         | Refused[code=400
                    GROUP_MESSAGE   | 404 | <html>                                                    | Refused[code=400
                    PRIVATE_MESSAGE | 200 | {'processQueryKey':'k1','invalidStaffIdList':[]}          | Accepted[messageId=k1]
                    PRIVATE_MESSAGE | 200 | {'processQueryKey':'k1','invalidStaffIdList':['m1']}      | Refused[code=403
                    PRIVATE_MESSAGE | 200 | {'processQueryKey':'k','flowControlledStaffIdList':['m']} | RetryAfter[delay=PT1S]
                    PRIVATE_MESSAGE | 200 | {'invalidStaffIdList':[]}                                 | Unclear
                    CARD            | 200 | {'errcode':1,'errmsg':'x'}                                | Refused[code=400
                    CARD_TEXT       | 307 | {'success':true}                                          | Unclear
                    CARD            | 200 | {'success':true,'result':{'deliverResults':[{'success':true}]}}  | Accepted[messageId=card1]
                    CARD            | 200 | {'success':true,'result':{'deliverResults':[{'success':false}]}} | Refused[code=400
                    CARD            | 200 | {'success':false}                                         | Refused[code=400
                    CARD            | 400 | {'code':'param.cardAlreadyExist'}                         | Accepted[messageId=card1]
                    CARD            | 500 | {'code':'system.busy'}                                    | RetryAfter[delay=PT1S]
                    CARD_TEXT       | 200 | {'success':true,'result':true}                            | Accepted[messageId=card1]
                    CARD_TEXT       | 200 | {'success':false}                                         | Refused[code=400
                    CARD_DATA       | 400 | {'code':'param.cardNotExist'}                             | Refused[code=400
                    """)
    void classifiesAnswers(Kind kind, int status, String body, String outcome) {
        DingTalkCall call =
                new DingTalkCall(kind, JsonNodeFactory.instance.objectNode().put(DingTalkCall.CARD_KEY, "card1"));

        assertThat(DingTalkAnswer.read(status, bytes(body), call).toString()).startsWith(outcome);
    }

    /** https://open.dingtalk.com/document/development/upload-media-files */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    200 | {'errcode':0,'errmsg':'ok','media_id':'@1'} | Answered
                    200 | {'errcode':0,'errmsg':'ok'}                 | NoAnswer
                    200 | {'errcode':40004,'errmsg':'x'}              | Refused[code=400
                    200 | {'errcode':40014,'errmsg':'x'}              | Refused[code=401
                    200 | {'errcode':90018,'errmsg':'x'}              | Failed
                    502 | <html>                                      | Failed
                    200 | <html>                                      | NoAnswer
                    """)
    void classifiesUploads(int status, String body, String outcome) {
        assertThat(DingTalkAnswer.readUpload(status, bytes(body)).toString()).startsWith(outcome);
    }

    @Test
    void aCallAfterAFailedUploadHadNoEffect() {
        assertThat(DingTalkAnswer.notMade(new QueryOutcome.NoAnswer("timeout")))
                .isEqualTo(new CallOutcome.NotSent("timeout", true));
        assertThat(DingTalkAnswer.notMade(new QueryOutcome.Forbidden("private")))
                .isEqualTo(new CallOutcome.NotSent("private", false));
        assertThat(DingTalkAnswer.notMade(new QueryOutcome.Refused(400, "no")))
                .isEqualTo(new CallOutcome.Refused(400, "no"));
        assertThat(DingTalkAnswer.notMade(new QueryOutcome.Refused(401, "no")))
                .isEqualTo(new CallOutcome.Refused(DingTalkAnswer.NO_UPLOAD, "no"));
    }

    private static byte[] bytes(String body) {
        return body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
