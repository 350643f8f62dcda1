package report

// The types below are the parts of a SARIF log that rlv writes, under the names of
// section 3 of the standard: sarifRun is its run object, and so on.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	Invocations []sarifInvocation    `json:"invocations"`
	Bases       map[string]sarifBase `json:"originalUriBaseIds"`
	ColumnKind  string               `json:"columnKind"`
	Artifacts   []sarifArtifact      `json:"artifacts"`
	Results     []sarifResult        `json:"results"`
}

// invocation returns the only invocation of a run.
func (r *sarifRun) invocation() *sarifInvocation {
	if len(r.Invocations) == 0 {
		r.Invocations = make([]sarifInvocation, 1)
	}
	return &r.Invocations[0]
}

func (r *sarifRun) notify(n sarifNotification) {
	i := r.invocation()
	i.Notifications = append(i.Notifications, n)
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID      string        `json:"id"`
	Short   *sarifText    `json:"shortDescription,omitempty"`
	Default *sarifDefault `json:"defaultConfiguration,omitempty"`
}

type sarifDefault struct {
	Level string `json:"level"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifBase struct {
	Description sarifText `json:"description"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Exit          int                 `json:"exitCode"`
	Description   string              `json:"exitCodeDescription"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level     string          `json:"level"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
}

type sarifArtifact struct {
	Location sarifArtifactLocation `json:"location"`
	Length   int                   `json:"length,omitempty"` // in bytes
	Roles    []string              `json:"roles,omitempty"`
	Hashes   map[string]string     `json:"hashes,omitempty"`
}

type sarifArtifactLocation struct {
	URI   string `json:"uri"`
	Base  string `json:"uriBaseId,omitempty"`
	Index *int   `json:"index,omitempty"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Kind         string            `json:"kind"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	CodeFlows    []sarifCodeFlow   `json:"codeFlows,omitempty"`
}

type sarifLocation struct {
	Physical *sarifPhysical `json:"physicalLocation,omitempty"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifText     `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifactLocation `json:"artifactLocation"`
	Region   *sarifRegion          `json:"region,omitempty"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
}

type sarifCodeFlow struct {
	Threads []sarifThread `json:"threadFlows"`
}

type sarifThread struct {
	Locations []sarifStep `json:"locations"`
}

type sarifStep struct {
	Location sarifLocation        `json:"location"`
	Order    int                  `json:"executionOrder"`
	State    map[string]sarifText `json:"state,omitempty"`
}
